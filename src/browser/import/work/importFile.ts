import type { RawTable } from '../../../model/import/sheet.ts'

/** Rows as they come, then the header, or why the file could not be read. */
export type CsvWorkerMessage =
  | { readonly rows: RawTable['rows']; readonly lines: RawTable['lines'] }
  | { readonly header: RawTable['header'] }
  | { readonly fault: string }

/** A file that is none for an import, by the code of the message that says why. */
class ImportFileError extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export const importFileErrorCode = (error: unknown): string =>
  error instanceof ImportFileError ? error.code : 'import.file-unreadable'

/** Files that an import takes; also what the file picker offers. */
export const acceptedFileTypes = '.csv,.tsv,.txt'

export const isAcceptedFile = (name: string): boolean => /\.(csv|tsv|txt)$/i.test(name)

/** Reads and splits a file beside the page, which stays free meanwhile however large it is. */
export function readTableFile(file: File): Promise<RawTable> {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' })
  const rows: (readonly string[])[] = []
  const lines: number[] = []
  return new Promise<RawTable>((resolve, reject) => {
    worker.onerror = event => reject(new Error(event.message))
    worker.onmessage = ({ data }: MessageEvent<CsvWorkerMessage>) => {
      if ('fault' in data) reject(new ImportFileError(data.fault))
      else if ('header' in data) resolve({ header: data.header, rows, lines })
      else {
        rows.push(...data.rows)
        lines.push(...data.lines)
      }
    }
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
