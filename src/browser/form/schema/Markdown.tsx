import type { ReactNode } from 'react'

/** Stands in for the reader of Markdown that rjsf asks for: see vite.config.ts. Texts are shown as they are. */
export const Markdown = ({ children }: { readonly children?: ReactNode }) => children
