import { languageNames, languages, useText } from '../../i18n/i18n.tsx';
import { densities, setPreferences, themes, usePreferences } from '../../session/preferences.ts';
import { displayName } from '../../session/session.ts';
import { useUser } from '../../session/use-session.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Select } from '../../ui/select.tsx';
import { PasswordForm } from './password-form.tsx';
import classes from './profile.module.css';
import { Tokens } from './tokens.tsx';

export function ProfileScreen() {
  const text = useText();
  usePageTitle(text('profile.title'));
  return (
    <div className={classes.screen}>
      <h1>{text('profile.title')}</h1>
      <Account />
      <Display />
      <section className={classes.section}>
        <h2>{text('profile.password')}</h2>
        <PasswordForm />
      </section>
      <Tokens />
    </div>
  );
}

function Account() {
  const text = useText();
  const user = useUser();
  return (
    <section className={classes.section}>
      <h2>{text('profile.account')}</h2>
      <dl className={classes.facts}>
        <dt>{text('profile.name')}</dt>
        <dd>{displayName(user)}</dd>
        <dt>{text('profile.userName')}</dt>
        <dd>{user.id}</dd>
        <dt>{text('profile.email')}</dt>
        <dd>{user.email || text('common.none')}</dd>
        <dt>{text('profile.groups')}</dt>
        <dd>{user.groups.join(', ') || text('common.none')}</dd>
      </dl>
    </section>
  );
}

/** Kept on this device. */
function Display() {
  const text = useText();
  const { language, theme, density } = usePreferences();
  return (
    <section className={classes.section}>
      <h2>{text('profile.display')}</h2>
      <div className={classes.fields}>
        <Select
          label={text('profile.language')}
          options={languages.map((id) => ({ id, label: languageNames[id] }))}
          value={language}
          onChange={(value) => setPreferences({ language: value })}
        />
        <Select
          label={text('profile.theme')}
          options={themes.map((id) => ({ id, label: text(`profile.theme.${id}`) }))}
          value={theme}
          onChange={(value) => setPreferences({ theme: value })}
        />
        <Select
          label={text('profile.density')}
          options={densities.map((id) => ({ id, label: text(`profile.density.${id}`) }))}
          value={density}
          onChange={(value) => setPreferences({ density: value })}
        />
      </div>
    </section>
  );
}
