import { threadTask } from '../../../server/plugin.ts'
import type { readSentUpload } from './uploadWork.ts'

/** Characters of a note of some twenty items: read in a few milliseconds, whatever it holds. */
const small = 30_000

/** Reads what people send as suppliers' notes. */
export const uploadTask = threadTask<typeof readSentUpload>({
  module: new URL('./uploadWork.ts', import.meta.url),
  name: 'readSentUpload',
  isSmall: ({ upload: { xml = '', arquivos } }) => arquivos === undefined && xml.length <= small,
})
