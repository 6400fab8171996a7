export { type KeptNote, keepReceivedNote } from './receiving/keepReceivedNote.ts'
