// SPDX-License-Identifier: 0BSD

// Regions in Go: copy the functions. go run region.go & tdtop
//
// A goroutine may go on in another thread whenever it waits, so a region locks it to its thread. A
// call by cgo takes some 50 ns: a region should last 10 us or more.
package main

/*
#cgo LDFLAGS: -ltdtop_region
#include <stdlib.h>
void tdtop_region_enter(const char *name);
void tdtop_region_leave(void);
*/
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"sync"
	"unsafe"
)

var names sync.Map // of C strings that stay

func cName(name string) *C.char {
	if found, ok := names.Load(name); ok {
		return found.(*C.char)
	}
	made := C.CString(name)
	if found, loaded := names.LoadOrStore(name, made); loaded {
		C.free(unsafe.Pointer(made))
		return found.(*C.char)
	}
	return made
}

// Region enters one; its result leaves it: defer Region("parse")()
func Region(name string) func() {
	runtime.LockOSThread()
	C.tdtop_region_enter(cName(name))
	return func() {
		C.tdtop_region_leave()
		runtime.UnlockOSThread()
	}
}

func sorted(n int) int {
	defer Region("sort")()
	numbers := make([]int, 100000)
	for i := range numbers {
		numbers[i] = (i * (n + 7919)) % 104729
	}
	sort.Ints(numbers)
	return numbers[len(numbers)/2]
}

func main() {
	rounds, sum := 10000, 0
	if len(os.Args) > 1 {
		rounds, _ = strconv.Atoi(os.Args[1])
	}
	for n := 0; n < rounds; n++ {
		leave := Region("round")
		sum += sorted(n)
		leave()
	}
	fmt.Println(sum)
}
