import { port, type Queries } from '../../server/domain.ts'

/** A document as it is stored: `readStoredXml` makes elements of it, in the thread that needs them. */
export type StoredText = string

/** A consumer's note as it is stored, and the event that cancelled it. */
export interface StoredNote {
  /** `nfeProc`, or the `NFe` alone while it waits for the authority. */
  readonly document: StoredText
  readonly cancellation: StoredText | undefined
}

/** Reads stored notes: who signs and sends them keeps them, who prints them asks for them here. */
export interface NoteReader {
  /** The note of a record of NFCes; undefined where there is none that was not refused. */
  read(q: Queries, lojaId: number, nfceId: number): Promise<StoredNote | undefined>
}

export const storedNotes = port<NoteReader>('storedNotes')

/** The documents of an outgoing invoice, as far as the authority took them. */
export interface StoredInvoiceDocuments {
  /** `nfeProc`. */
  readonly note: StoredText | undefined
  readonly cancellation: StoredText | undefined
  /** The last correction letter. */
  readonly correction: StoredText | undefined
}

/** Reads outgoing invoices: who signs and sends them keeps them, who prints and mails them asks for them here. */
export interface InvoiceReader {
  read(q: Queries, lojaId: number, nfeId: number): Promise<StoredInvoiceDocuments>
  /** The XML of an authorised note with its proof, and what its file is called. */
  xml(q: Queries, lojaId: number, nfeId: number): Promise<{ readonly name: string; readonly text: string } | undefined>
  /** The note of a draft as it would be now, not signed: `NFe`. @throws ApiError for what no paper can be drawn of */
  mirror(q: Queries, lojaId: number, nfeId: number, zone: string): Promise<StoredText>
}

export const issuedInvoices = port<InvoiceReader>('issuedInvoices')

/** Reads the XML of suppliers' notes as it came. */
export interface ReceivedReader {
  /** undefined where the store has none of that record. */
  read(q: Queries, lojaId: number, nfeId: number): Promise<StoredText | undefined>
}

export const receivedDocuments = port<ReceivedReader>('receivedDocuments')
