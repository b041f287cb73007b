import type { CardFile } from '@cardinal/domain'
import { useEffect, useState } from 'react'
import { thumbnailAddress } from '../../replica/files/file-bytes.ts'
import { useSession } from '../../session/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconOf, isPicture } from './file-words.ts'
import styles from './files.module.css'

/** A small version of a file, or the icon of its kind, in a square. */
export function Thumbnail({ file }: { file: CardFile }) {
  const address = useThumbnail(file)
  return (
    <span className={styles.thumbnail} data-picture={address !== null || undefined}>
      {address === null ? (
        <Icon of={iconOf(file)} size={20} />
      ) : (
        <img src={address} alt="" decoding="async" className={styles.small} />
      )}
    </span>
  )
}

/** Null: none, or not loaded yet. Loads again when the network is back. */
function useThumbnail(file: CardFile): string | null {
  const { userId } = useSession()
  const [address, setAddress] = useState<string | null>(null)
  const { hash } = file
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash names the file.
  useEffect(() => {
    let isOver = false
    const load = async () => {
      if (userId === null || !isPicture(file)) return
      const found = await thumbnailAddress(userId, file)
      if (!isOver) setAddress(found)
    }
    void load()
    addEventListener('online', load)
    return () => {
      isOver = true
      removeEventListener('online', load)
    }
  }, [userId, hash])
  return address
}
