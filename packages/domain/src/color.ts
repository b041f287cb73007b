export const COLORS = [
  'red',
  'orange',
  'amber',
  'yellow',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'pink',
  'brown',
  'gray',
] as const

/** A colour. Where there may be none, the type is `Color | null`. */
export type Color = (typeof COLORS)[number]
