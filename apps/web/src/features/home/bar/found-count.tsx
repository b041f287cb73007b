import { grouped } from '@cardinal/domain'
import { useStore } from 'zustand'
import { homeList } from '../list/home-list.ts'
import styles from './bar-advice.module.css'

/** Renders the number of cards that the text of the bar finds. */
export function FoundCount() {
  const total = useStore(homeList, (list) => list.total)
  return total > 0 ? <span className={styles.found}>{`${grouped(total)} found`}</span> : null
}
