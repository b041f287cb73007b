import { useId } from 'react'
import { cx } from './cx.ts'
import styles from './field-problem.module.css'

/** What is wrong with a field as a sentence, or null, under the id by which the field names it. */
export interface FieldProblemProps {
  readonly id: string
  readonly problem: string | null
}

/** What is wrong with a field, below it; said to screen readers as soon as it is. */
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

/** Ties a field to the sentence that says what is wrong with it: the properties of both. */
export function useFieldProblem(problem: string | null) {
  const id = useId()
  const sentence: FieldProblemProps = { id, problem }
  return { field: problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': id }, sentence }
}
