// Package aws registers nothing.
package aws
