// Package gcp registers nothing.
package gcp
