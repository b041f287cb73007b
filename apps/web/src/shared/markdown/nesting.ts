/** Maximum nesting of quotes and lists: deeper nesting helps no reader, and stalls a browser. */
export const DEEPEST = 16
/** Columns by which a line can be indented. */
const MOST_INDENT = 4 * DEEPEST
/** Consecutive brackets and emphasis marks that are kept. */
const LONGEST_RUN = 32

/** Removes marks that would nest deeper than the limit. */
export function limitNesting(text: string): string {
  return text.split('\n').map(limitLine).join('\n')
}

/** Keeps the first marks of quotes and lists at the start of a line, and removes the others. */
function limitLine(line: string): string {
  let kept = ''
  let marks = 0
  let rest = line
  for (let mark = MARK.exec(rest); mark !== null && mark[0] !== ''; mark = MARK.exec(rest)) {
    if (marks < DEEPEST) kept += mark[0].slice(-MOST_INDENT)
    marks++
    rest = rest.slice(mark[0].length)
  }
  return kept + rest.replace(RUN, (run) => run.slice(0, LONGEST_RUN))
}

/** White space, or the sign of a quote or of a list's item. */
const MARK = /^(?:[ \t]+|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/
const RUN = /[[\]!]+|[*_~]+|\(+|<+/g
