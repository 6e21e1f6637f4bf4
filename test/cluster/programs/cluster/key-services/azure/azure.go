// Package azure registers nothing.
package azure
