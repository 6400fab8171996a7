import './button.css'

/**
 * An icon that a definition names: any of lucide's. Each is a file of its own under /icons (scripts/icons.ts), fetched when shown, so
 * that a definition may name any of 1,700 icons and the page's script carries none. Icons that code names are imported from lucide-react.
 */
export function Icon({ name, size }: { readonly name: string; readonly size?: string }) {
  const image = `url("/icons/${encodeURIComponent(name)}.svg")`
  return <span className="icon" aria-hidden style={{ maskImage: image, ...(size ? { width: size, height: size } : {}) }} />
}
