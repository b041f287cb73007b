import { useAnswer } from '../../replica/index.ts'
import { EmptyState } from '../../ui/index.ts'

export default function HomePage() {
  const { answer } = useAnswer('countCards', {})
  return (
    <main>
      <h1 className="visually-hidden">Home</h1>
      <EmptyState title={answer ? `${answer.todo + answer.note + answer.link} cards` : 'Opening'} />
    </main>
  )
}
