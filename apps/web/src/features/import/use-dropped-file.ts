import { useEffect, useState } from 'react'

/**
 * Receives files dropped anywhere in the window, because outside of the drop zone the browser would open them
 * instead of the app.
 *
 * @param onFile null: dropped files are ignored
 * @returns whether an acceptable file is dragged over the window
 */
export function useDroppedFile(onFile: ((file: File) => void) | null): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = onFile === null ? 'none' : 'copy'
      setIsOver(onFile !== null)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? []
      if (file === undefined) return
      event.preventDefault()
      setIsOver(false)
      onFile?.(file)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [onFile])
  return isOver
}
