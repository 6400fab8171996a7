import type { BatchUpdateReply } from '../../../api/batch.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import type { ImageFile } from './imageFile.ts'
import type { ImageOutcome } from './imageLines.ts'

/** Uploads at a time: more of them only wait for the same line. */
const together = 3
/** Records saved by one call. */
const batch = 20

/** A file and the record that it is for. */
export interface ImageToSend {
  readonly image: ImageFile
  readonly record: RegisterRow
}

interface Ways {
  readonly field: string
  readonly stop: AbortSignal
  /** Makes a picture smaller, sends it and says where it is. */
  upload(image: ImageFile): Promise<string>
  /** Saves records: the right ones, and tells why not the others. */
  save(items: readonly (Readonly<Record<string, unknown>> & { readonly id: RegisterRow['id'] })[]): Promise<BatchUpdateReply>
  told(image: ImageFile, outcome: ImageOutcome | undefined): void
  /** Returns a failure in words for people. */
  reasonOf(error: unknown): string
}

/**
 * Sends pictures, some at a time, and saves their addresses in their records part by part, so that what was sent stands whatever
 * happens to the rest. Each outcome is told as it comes; none stops another.
 */
export async function sendImages(pictures: readonly ImageToSend[], ways: Ways): Promise<void> {
  const waiting = [...pictures]
  let sent: { readonly one: ImageToSend; readonly url: string }[] = []
  const saveSent = async (): Promise<void> => {
    const part = sent
    sent = []
    if (part.length > 0) await savePart(part, ways)
  }
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one && !ways.stop.aborted; one = waiting.shift()) {
      ways.told(one.image, { state: 'sending' })
      try {
        const url = await ways.upload(one.image)
        // The list may have been saved, and be another one, while this travelled.
        sent.push({ one, url })
      } catch (error) {
        ways.told(one.image, { state: 'failed', reason: ways.reasonOf(error) })
      }
      if (sent.length >= batch) await saveSent()
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  await saveSent()
}

async function savePart(part: readonly { readonly one: ImageToSend; readonly url: string }[], ways: Ways): Promise<void> {
  const items = part.map(({ one: { record }, url }) => ({ id: record.id, version: record.version, [ways.field]: url }))
  try {
    const { problemas } = await ways.save(items)
    const reasons = new Map(problemas.map(({ path, message }) => [Number(path.split('.')[1]), message]))
    part.forEach(({ one }, index) => {
      const reason = reasons.get(index)
      ways.told(one.image, reason === undefined ? { state: 'sent' } : { state: 'failed', reason })
    })
  } catch (error) {
    for (const { one } of part) ways.told(one.image, { state: 'failed', reason: ways.reasonOf(error) })
  }
}
