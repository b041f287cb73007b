/** Rows by the names of their columns, which the driver itself looks up anew for every value. */
export function named(names: readonly string[], rows: readonly unknown[][]): Record<string, unknown>[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i]
    return row
  })
}

/** The same of rows that came column by column. */
export function namedByColumns(
  names: readonly string[],
  columns: readonly unknown[][],
): Record<string, unknown>[] {
  return (columns[0] ?? []).map((_, n) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) row[names[i] as string] = columns[i]?.[n]
    return row
  })
}
