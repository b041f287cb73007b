// The worked examples of this room's queries in one file, for mutation testing: starting a file costs more
// than what is in it. What compares random answers stays out: a mutant has to be found by an example that names its
// rule, and in a moment.
import.meta.glob(
  ['./src/queries/*.test.ts', '!./src/queries/first-page.test.ts', './src/reference/*.test.ts'],
  {
    eager: true,
  },
)

export {}
