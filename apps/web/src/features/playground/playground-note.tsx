import { CardPlayground } from './card-playground.tsx'

export default function PlaygroundNote() {
  return <CardPlayground type="note" />
}
