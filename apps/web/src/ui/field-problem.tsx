import { useId } from 'react'
import { cx } from './cx.ts'
import styles from './field-problem.module.css'

/** The problem of a field as a sentence (null: none), and its id for `aria-describedby`. */
interface FieldProblemProps {
  readonly id: string
  readonly problem: string | null
}

/** Shows the problem below its field, and announces it to screen readers. */
export function FieldProblem({
  id,
  problem,
  className,
}: FieldProblemProps & { className?: string | undefined }) {
  if (problem === null) return null
  return (
    <p id={id} role="alert" className={cx(styles.problem, className)}>
      {problem}
    </p>
  )
}

/** Properties that connect a field with the text of its problem. */
export function useFieldProblem(problem: string | null) {
  const id = useId()
  const sentence: FieldProblemProps = { id, problem }
  return { field: problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': id }, sentence }
}
