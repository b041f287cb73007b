// The tests of this room in one file, for mutation testing: starting a file costs more than what is in it.
// Times say nothing of code that is full of switches.
import.meta.glob(['./src/**/*.test.ts', '!./src/long-texts.test.ts'], { eager: true })

export {}
