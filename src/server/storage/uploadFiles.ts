import { type FileStorage, fileTrees } from './fileStorage.ts'

/** Files between two tellings. */
const STEP = 1000

/** Copies the files of one storage into another that are not there as they are. @returns how many were sent, and how many were there. */
export async function uploadFiles(
  from: FileStorage,
  into: FileStorage,
  tell: (sent: number) => void = () => undefined,
): Promise<{ sent: number; there: number }> {
  let sent = 0
  let there = 0
  for (const tree of fileTrees)
    for await (const { key } of from.list(tree)) {
      const bytes = await from.read(key)
      if (bytes === undefined) continue
      if ((await into.size(key)) === bytes.length) there++
      else {
        await into.keep(key, bytes)
        if (++sent % STEP === 0) tell(sent)
      }
    }
  return { sent, there }
}
