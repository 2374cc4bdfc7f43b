from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_people")]

    operations = [
        migrations.AlterField(
            model_name="privacy",
            name="show_former_names",
            field=models.BooleanField(default=True),
        ),
    ]
