import { lazy, Suspense } from 'react'
import { useKeepsHere } from '../replica/index.ts'
import { ActivityNotice } from './activity-notice.tsx'

/** Loaded only for people who keep copies of pages or all files on the device. */
const KeepCopies = lazy(() => import('../replica/copies/keep-copies.tsx'))
const KeepFiles = lazy(() => import('../replica/files/keep-files.tsx'))

/** Code that runs after the screen shows cards. */
export function AfterCards({ userId }: { userId: string }) {
  const keepsCopies = useKeepsHere('copies')
  const keepsFiles = useKeepsHere('files')
  return (
    <>
      <ActivityNotice />
      <Suspense fallback={null}>
        {keepsCopies && <KeepCopies userId={userId} />}
        {keepsFiles && <KeepFiles userId={userId} />}
      </Suspense>
    </>
  )
}
