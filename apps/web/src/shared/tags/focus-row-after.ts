import type { Id } from '@cardinal/domain'

/**
 * Moves the focus from removed rows to the box of the next row, or else the previous one, so that the keyboard
 * keeps its place. A row has its tag's id in `data-tag`.
 *
 * @param shown all rows in their order, including removed ones
 */
export function focusRowAfter(gone: readonly Id[], shown: readonly { readonly id: Id }[]): void {
  const isGone = new Set(gone)
  const last = shown.findLastIndex(({ id }) => isGone.has(id))
  const stays = ({ id }: { readonly id: Id }) => !isGone.has(id)
  const next = shown.slice(last + 1).find(stays) ?? shown.slice(0, Math.max(0, last)).findLast(stays)
  if (next === undefined) return
  // A dialog that closes returns the focus to a button that is removed by then.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const row = document.querySelector(`[data-tag="${CSS.escape(next.id)}"]`)
      row?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
    }),
  )
}
