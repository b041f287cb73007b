// The worked examples of this room's queries in one file, for mutation testing: starting a file costs more
// than what is in it. The random stories stay out: a mutant has to be found by an example that names its rule.
import.meta.glob(['./src/queries/*.test.ts', './src/reference/*.test.ts'], { eager: true })

export {}
