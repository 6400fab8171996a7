import { useRef, useState } from 'react'
import type { ControlField } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import type { FileValue } from '../kind.ts'
import { largestAttachment } from './accepted.ts'
import { fileSizeText } from './size.ts'

/** How far a file is, or what became of it. */
interface Sending {
  readonly busy: boolean
  /** From 0 to 1. */
  readonly part: number
  readonly error: string | undefined
}

const rest: Sending = { busy: false, part: 0, error: undefined }

/** Sends a file that the field may hold and says what the server made of it; the last one that was chosen counts. */
export function useAttach(field: ControlField, done: (file: FileValue) => void) {
  const { attach, say } = useInputServices()
  const [state, setState] = useState(rest)
  const run = useRef(0)
  const send = async (file: File | undefined): Promise<void> => {
    if (!file) return
    run.current += 1
    const mine = run.current
    const set = (next: Sending) => mine === run.current && setState(next)
    const most = Math.min(field.maxBytes ?? largestAttachment, largestAttachment)
    if (file.size > most) return void set({ ...rest, error: say('file-too-large', { max: fileSizeText(most) }) })
    set({ ...rest, busy: true })
    try {
      const kept = await attach(file, file.name, field.name, part => set({ ...rest, busy: true, part }))
      if (mine !== run.current) return
      set(rest)
      done(kept)
    } catch (error) {
      set({ ...rest, error: say('file-save-failed', { message: error instanceof Error ? error.message : '' }).trim() })
    }
  }
  return { ...state, send }
}
