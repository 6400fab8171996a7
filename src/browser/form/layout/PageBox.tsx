import type { ReactNode } from 'react'
import '../form.css'

interface BoxProps {
  readonly children: ReactNode
}

/** The room of a record's page. */
export const PageBox = ({ children }: BoxProps) => <div className="form-page">{children}</div>

/** The room of a record that is read as a document: narrower, for its lines are texts. */
export const DocumentBox = ({ children }: BoxProps) => <article className="form-page is-document">{children}</article>
