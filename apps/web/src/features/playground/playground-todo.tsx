import type { PopupProps } from '../../overlays/index.ts'
import { CardPlayground } from './card-playground.tsx'

export default function PlaygroundTodo({ close }: PopupProps) {
  return <CardPlayground type="todo" close={close} />
}
