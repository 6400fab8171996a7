import type { Translate } from '../../../model/formatMessage.ts'
import { type HeaderMarks, headerMarksOf } from '../../../model/import/header.ts'
import type { RawTable } from '../../../model/import/sheet.ts'
import type { Import } from '../../../model/model.ts'

/** Rows as they come, then the header, or why the file could not be read. */
export type CsvWorkerMessage =
  | { readonly rows: RawTable['rows']; readonly lines: RawTable['lines'] }
  | { readonly header: RawTable['header'] }
  | { readonly fault: string; readonly line?: number }

/** A file, and by what its header is known. */
export interface CsvWorkerTask extends HeaderMarks {
  readonly file: File
}

/** A file that is none for an import. */
class ImportFileError extends Error {
  readonly fault: ImportFault

  constructor(fault: ImportFault) {
    super(fault.code)
    this.fault = fault
  }
}

/** A message of why a file is none for an import, and the line that it names. */
export interface ImportFault {
  readonly code: string
  readonly line?: number
}

export const importFaultOf = (error: unknown): ImportFault =>
  error instanceof ImportFileError ? error.fault : { code: 'import.file-unreadable' }

export const importFaultText = (say: Translate, { code, line }: ImportFault): string =>
  say(code, line === undefined ? {} : { line })

/** Files that an import takes; also what the file picker offers. */
export const acceptedFileTypes = '.csv,.tsv,.txt'

export const isAcceptedFile = (name: string): boolean => /\.(csv|tsv|txt)$/i.test(name)

/** Reads and splits a file beside the page, which stays free meanwhile however large it is. */
export function readTableFile(file: File, load: Import): Promise<RawTable> {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' })
  const rows: (readonly string[])[] = []
  const lines: number[] = []
  return new Promise<RawTable>((resolve, reject) => {
    worker.onerror = event => reject(new Error(event.message))
    worker.onmessage = ({ data }: MessageEvent<CsvWorkerMessage>) => {
      if ('fault' in data)
        reject(new ImportFileError({ code: data.fault, ...(data.line === undefined ? {} : { line: data.line }) }))
      else if ('header' in data) resolve({ header: data.header, rows, lines })
      else {
        rows.push(...data.rows)
        lines.push(...data.lines)
      }
    }
    worker.postMessage({ file, ...headerMarksOf(load) } satisfies CsvWorkerTask)
  }).finally(() => worker.terminate())
}
