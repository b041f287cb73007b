import { CardPlayground } from './card-playground.tsx'

export default function PlaygroundLink() {
  return <CardPlayground type="link" />
}
