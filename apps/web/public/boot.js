// Runs before the first paint. A chosen theme does not flash, and a signed-in person does not see the landing page.
// A separate file, because the content policy allows no inline script.
;(() => {
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    // After a return from the sign-in, show nothing until the code in the address is exchanged for a session.
    if (location.search.includes('sign_in_code=')) {
      document.documentElement.dataset.arriving = ''
      // Nothing is stored on a shared computer.
      if (location.search.includes('shared=true')) document.documentElement.dataset.shared = ''
    } else if (location.pathname === '/' && localStorage.getItem('jwt_refresh_token')) {
      // The app was opened anew: home restores this tab's last search.
      sessionStorage.setItem('screen:home-opened', 'true')
      location.replace('/home?primary_opt=all')
    }
  } catch {
    // Storage is blocked. Use the system's theme, and treat the person as a visitor.
  }
  // A page is visible before its script has loaded. Until then, clicks and choices are recorded, and the script
  // replays them.
  const later = []
  const keepPress = ({ target }) => {
    const pressed = target instanceof Element && target.closest('button, [type="radio"]')
    if (!pressed) return
    later.push(() => {
      // A click that leaves the box as it is now would do nothing.
      if (pressed.checked) pressed.checked = false
      pressed.click()
    })
  }
  const keepChoice = ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return
    const { value } = target
    later.push(() => {
      // Show the initial value until the script runs.
      target.value = value
      target.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  addEventListener('click', keepPress, true)
  addEventListener('change', keepChoice, true)
  addEventListener(
    'page-awake',
    () => {
      removeEventListener('click', keepPress, true)
      removeEventListener('change', keepChoice, true)
      for (const act of later) act()
    },
    { once: true },
  )
})()
