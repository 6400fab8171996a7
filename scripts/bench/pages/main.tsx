import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Pages } from './Pages.tsx'
import './pages.css'

const root = document.getElementById('root')
if (!root) throw new Error('no #root')
createRoot(root).render(
  <StrictMode>
    <Pages />
  </StrictMode>,
)
