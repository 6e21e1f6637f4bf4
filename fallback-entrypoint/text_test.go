package main

import (
	"bytes"
	"errors"
	"math/rand"
	"reflect"
	"syscall"
	"testing"
	"time"
)

func TestAppendTimeEqualsTheTimePackage(t *testing.T) {
	t.Parallel()
	const layout = "2006-01-02T15:04:05.000000000Z"
	from, to := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2201, 1, 1, 0, 0, 0, 0, time.UTC)
	compare := func(moment time.Time) {
		if text := string(appendTime([]byte("at "), moment)); text != "at "+moment.UTC().Format(layout) {
			t.Errorf("%v is %q", moment, text)
		}
	}
	random := rand.New(rand.NewSource(2))
	for i := 0; i < 100_000; i++ {
		// Some times have other zones, which do not change the result.
		zone := time.FixedZone("", random.Intn(26*3600)-12*3600)
		compare(time.Unix(random.Int63n(to.Unix()), random.Int63n(1e9)).In(zone))
	}
	for day := from; day.Before(to); day = day.AddDate(0, 0, 1) {
		compare(day)
		compare(day.Add(-1).Add(24 * time.Hour))
	}
}

func TestCivil(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ day, year, month, dayOfMonth int64 }{
		{0, 1970, 1, 1},
		{58, 1970, 2, 28},
		{59, 1970, 3, 1},
		{364, 1970, 12, 31},
		{10_956, 1999, 12, 31},
		{10_957, 2000, 1, 1},
		{11_016, 2000, 2, 29},
		{11_017, 2000, 3, 1},
		{47_540, 2100, 2, 28},
		{47_541, 2100, 3, 1},
		{157_113, 2400, 2, 29},
		{2_932_896, 9999, 12, 31},
	} {
		if year, month, dayOfMonth := civil(tt.day); year != tt.year || month != tt.month || dayOfMonth != tt.dayOfMonth {
			t.Errorf("%d is %d-%d-%d", tt.day, year, month, dayOfMonth)
		}
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	for text, expected := range map[string][]string{
		"":     {""},
		"a":    {"a"},
		"a:b":  {"a", "b"},
		":a::": {"", "a", "", ""},
		"a,b":  {"a,b"},
	} {
		if parts := list(text, ':'); !reflect.DeepEqual(parts, expected) {
			t.Errorf("%q: %q", text, parts)
		}
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for path, expected := range map[string][2]string{
		"":       {"", ""},
		"a":      {"", "a"},
		"/":      {"/", ""},
		"/a":     {"/", "a"},
		"a/":     {"a/", ""},
		"a/b/c":  {"a/b/", "c"},
		"/a//b":  {"/a//", "b"},
		"../a.b": {"../", "a.b"},
	} {
		if folder, name := split(path); folder != expected[0] || name != expected[1] {
			t.Errorf("%q: %q and %q", path, folder, name)
		}
	}
}

func TestUnfinishedFileIsBesideTheMark(t *testing.T) {
	t.Parallel()
	for path, expected := range map[string]string{
		"mark":      ".mark.unfinished",
		"/a/mark":   "/a/.mark.unfinished",
		"./mark.ok": "./.mark.ok.unfinished",
	} {
		if unfinished(path) != expected {
			t.Errorf("%q: %q", path, unfinished(path))
		}
	}
}

func TestLongestLineFitsIntoTheReservedSpace(t *testing.T) {
	t.Parallel()
	far := time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC)
	line := outcome{startedAt: far, finishedAt: far, exitCode: 255, reason: reasonTimeout}.line()
	if len(line) > markSize || bytes.IndexByte(line, '\n') != len(line)-1 {
		t.Errorf("%d bytes: %q", len(line), line)
	}
}

func TestAgainRetriesInterruptedCalls(t *testing.T) {
	t.Parallel()
	for _, last := range []error{nil, syscall.ENOENT} {
		calls := 0
		err := again(func() error {
			if calls++; calls < 3 {
				return syscall.EINTR
			}
			return last
		})
		if calls != 3 || !errors.Is(err, last) {
			t.Errorf("%v after %d calls", err, calls)
		}
	}
}
