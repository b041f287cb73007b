import type { ReactNode } from 'react'
import { Disclosure } from '../../../ui/accordion.tsx'
import { device, useDevice } from '../device.ts'
import styles from './rail.module.css'

/** Renders a section of the rail that folds. This device remembers whether it is folded. */
export function RailSection(props: { name: string; title: string; children: ReactNode }) {
  const isFolded = useDevice((state) => state.folded.includes(`rail-${props.name}`))
  return (
    <div className={styles.section}>
      <Disclosure
        title={props.title}
        isOpen={!isFolded}
        onChange={(isOpen) => device.getState().fold(`rail-${props.name}`, !isOpen)}
        className={styles.disclosure ?? ''}
      >
        {props.children}
      </Disclosure>
    </div>
  )
}
