/**
 * Why the file of a note may be another than the one that its supplier issued and the authority authorised: nobody signed it, it was changed after
 * that, another company signed it, its key is that of another note, or the receipt is.
 */
export type NoteDoubt = 'SEM_ASSINATURA' | 'ALTERADA' | 'OUTRO_EMITENTE' | 'OUTRA_CHAVE' | 'OUTRO_PROTOCOLO'
