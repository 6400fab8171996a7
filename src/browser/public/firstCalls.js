// What the first page needs, asked before its code is here: see data/first/firstCalls.ts.
;(() => {
  try {
    const token = localStorage.getItem('token')
    const { pathname, search } = location
    if (!token || /^\/login\/?$/i.test(pathname)) return
    const { documentElement, currentScript, head } = document
    const narrow = matchMedia('(max-width: 63.99rem)').matches
    const folded = localStorage.getItem(narrow ? 'menuRecolhido.estreito' : 'menuRecolhido') ?? (narrow ? '1' : '')
    documentElement.dataset.signed = folded === '1' ? 'folded' : ''
    const { list = '', form = '', font } = currentScript.dataset
    const files = /[^/]\/+[^/]/.test(pathname) ? form : list
    const fetchAhead = link => head.append(Object.assign(document.createElement('link'), link))
    for (const href of files.split(' ')) if (href && pathname !== '/') fetchAhead({ rel: 'modulepreload', href })
    const kept = localStorage.getItem('primeiras')
    // Who was here has the letters, which spare a second layout; to others they come after what draws the page.
    if (kept && font) fetchAhead({ rel: 'preload', as: 'font', crossOrigin: '', href: font })
    const store = Number(sessionStorage.getItem('lojaId') ?? localStorage.getItem('lojaId'))
    const [, named, name] = /^(\d+) (.+)/.exec(localStorage.getItem('nomeLoja')) ?? []
    if (Number(named) === store) documentElement.style.setProperty('--loja', `"${name.replace(/["\\]/g, '\\$&')}"`)
    const replies = new Map()
    const ask = (method, address, body = '') => {
      const headers = { Authorization: token, ...(body && { 'Content-Type': 'application/json' }) }
      const reply = fetch(address, { method, headers, body: body || null })
      reply.catch(() => undefined)
      replies.set(`${method} ${address} ${body}`, reply)
    }
    ask('POST', '/api/users/configuracao', JSON.stringify(store ? { lojaId: store } : {}))
    if (store) {
      ask('GET', `/api/model?lojaId=${store}`)
      for (const address of JSON.parse(kept ?? '{}')[`${store} ${pathname}${search}`] ?? []) ask('GET', address)
    }
    window.firstCalls = { token, replies }
  } catch {}
})()
