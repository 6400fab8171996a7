/**
 * Why the file of a note may be another than the one that its supplier issued and the authority authorised: nobody signed it, it was changed after
 * that, another company signed it, or the receipt is that of another note.
 */
export type NoteDoubt = 'SEM_ASSINATURA' | 'ALTERADA' | 'OUTRO_EMITENTE' | 'OUTRO_PROTOCOLO'
