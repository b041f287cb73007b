import { CardPlayground } from './card-playground.tsx'

export default function PlaygroundTodo() {
  return <CardPlayground type="todo" />
}
