import { useRef, useState } from 'react'
import { useInputServices } from '../inputServices.tsx'
import { resizeImage } from './resizeImage.ts'

/** How far an upload is, or what became of it. */
export interface Upload {
  readonly busy: boolean
  /** From 0 to 1. */
  readonly part: number
  readonly error: string | undefined
  /** The picture being sent, shown until it is there. */
  readonly preview: string | undefined
}

const rest: Upload = { busy: false, part: 0, error: undefined, preview: undefined }

/** Makes a picture smaller unless it is kept unchanged, sends it and says where it is. */
export function useUpload(done: (url: string) => void, unchanged = false) {
  const { upload, say } = useInputServices()
  const [state, setState] = useState(rest)
  const run = useRef(0)
  const send = async (file: File | undefined): Promise<void> => {
    // A drop of text or of nothing is no picture and no mistake.
    if (!file || file.size === 0) return
    run.current += 1
    const mine = run.current
    const preview = URL.createObjectURL(file)
    const set = (next: Upload) => mine === run.current && setState(next)
    set({ busy: true, part: 0, error: undefined, preview })
    try {
      const url = await upload(unchanged ? file : await resizeImage(file), file.name, part =>
        set({ busy: true, part, error: undefined, preview }),
      )
      if (mine !== run.current) return
      set(rest)
      done(url)
    } catch (error) {
      set({ ...rest, error: say('image-save-failed', { message: reasonOf(error, say) }).trim() })
    } finally {
      URL.revokeObjectURL(preview)
    }
  }
  return { ...state, send }
}

/** A picture that the browser cannot draw is none; anything else says itself why. */
const reasonOf = (error: unknown, say: (code: string) => string): string =>
  error instanceof DOMException ? say('image-invalid') : error instanceof Error ? error.message : ''
