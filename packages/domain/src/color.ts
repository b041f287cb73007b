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

/** A colour of a card, tag or group. "None" is null wherever a colour may be missing. */
export type Color = (typeof COLORS)[number]
