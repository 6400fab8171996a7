import type { OpenPlugin } from '../../server/plugin.ts'
import { printDanfce } from './operations/printDanfce.ts'
import { printReceivedNote } from './operations/printReceivedNote.ts'

/** Papers of fiscal documents. */
export const openNfe: OpenPlugin = async () => ({ name: 'nfe', operations: [printDanfce, printReceivedNote] })
