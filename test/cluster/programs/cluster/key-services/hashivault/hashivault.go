// Package hashivault registers nothing.
package hashivault
