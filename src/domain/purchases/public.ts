export { type KeptNote, keepReceivedNote } from './receiving/keepReceivedNote.ts'
export { type ShelfLabel, shelfLabels } from './receiving/shelfLabels.ts'
