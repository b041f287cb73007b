// All tests of this package in one file, for mutation testing: each test file costs more to start than to run. Files that
// measure time are left out, because mutated code is slower.
import.meta.glob(['./src/**/*.test.ts', '!./src/long-texts.test.ts'], { eager: true })

export {}
