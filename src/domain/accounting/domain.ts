import type { Domain } from '../../server/domain.ts'
import { fileLastMonth } from './jobs/fileLastMonth.ts'
import { closeMonth, reopenMonth } from './operations/closeMonth.ts'
import { downloadArchive } from './operations/downloadArchive.ts'
import { downloadSped } from './operations/downloadSped.ts'
import { makeArchive } from './operations/makeArchive.ts'
import { sendArchive } from './operations/sendArchive.ts'

/** Accounting: the files for the accountant. */
export const accounting: Domain = {
  name: 'accounting',
  needs: ['fiscal', 'stock'],
  operations: [makeArchive, downloadArchive, sendArchive, downloadSped, closeMonth, reopenMonth],
  jobs: [fileLastMonth],
}
