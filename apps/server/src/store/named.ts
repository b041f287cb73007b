/** Makes row objects by column names once per result. The driver would look up the names for every value. */
export function named(names: readonly string[], rows: readonly unknown[][]): Record<string, unknown>[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i]
    return row
  })
}
