import type { PopupProps } from '../../overlays/index.ts'
import { CardPlayground } from './card-playground.tsx'

export default function PlaygroundLink({ close }: PopupProps) {
  return <CardPlayground type="link" close={close} />
}
