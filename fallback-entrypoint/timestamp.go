package main

import "time"

// appendTime appends a time in UTC in the format of RFC 3339 with nanoseconds. The time package's formatting would add the
// time zone database to the program.
func appendTime(text []byte, t time.Time) []byte {
	const day = 24 * 60 * 60
	seconds := t.Unix()
	year, month, dayOfMonth := civil(seconds / day)
	text = append(appendDigits(text, year, 4), '-')
	text = append(appendDigits(text, month, 2), '-')
	text = append(appendDigits(text, dayOfMonth, 2), 'T')
	text = append(appendDigits(text, seconds%day/3600, 2), ':')
	text = append(appendDigits(text, seconds%3600/60, 2), ':')
	text = append(appendDigits(text, seconds%60, 2), '.')
	return append(appendDigits(text, int64(t.Nanosecond()), 9), 'Z')
}

// civil returns the date of a day since 1970-01-01 in the proleptic Gregorian calendar. The calculation begins years in
// March, so that the leap day is the last day of a year.
func civil(day int64) (year, month, dayOfMonth int64) {
	const fourCenturies = 146097
	day += 719468
	era := day / fourCenturies
	dayOfEra := day % fourCenturies
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36524 - dayOfEra/(fourCenturies-1)) / 365
	dayOfYear := dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	monthFromMarch := (5*dayOfYear + 2) / 153
	dayOfMonth = dayOfYear - (153*monthFromMarch+2)/5 + 1
	year = era*400 + yearOfEra
	if month = monthFromMarch + 3; month > 12 {
		month -= 12
		year++
	}
	return year, month, dayOfMonth
}

func appendDigits(text []byte, value int64, width int) []byte {
	digits := [9]byte{}
	for i := width - 1; i >= 0; i-- {
		digits[i] = byte('0' + value%10)
		value /= 10
	}
	return append(text, digits[:width]...)
}
