import PDFDocument from 'pdfkit'

/** Begins a PDF, with all its bytes once it has ended: the same when the same is drawn, as its date is given, too. */
export function openPdf(title: string, created: Date): { document: PDFKit.PDFDocument; bytes: Promise<Uint8Array> } {
  const document = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    lang: 'pt-BR',
    info: { Title: title, Producer: 'Retaguarda', Creator: 'Retaguarda', CreationDate: created },
  })
  const chunks: Uint8Array[] = []
  const bytes = new Promise<Uint8Array>((resolve, reject) => {
    document
      .on('data', (chunk: Uint8Array) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
  })
  return { document, bytes }
}
