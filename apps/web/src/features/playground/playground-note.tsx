import type { PopupProps } from '../../overlays/index.ts'
import { CardPlayground } from './card-playground.tsx'

export default function PlaygroundNote({ close }: PopupProps) {
  return <CardPlayground type="note" close={close} />
}
